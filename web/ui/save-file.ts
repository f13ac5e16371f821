/** Saves a file that was fetched with the access token, which a plain link would not send. */
export function saveFile(file: File) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // Not revoked at once, because the browser reads the file a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
