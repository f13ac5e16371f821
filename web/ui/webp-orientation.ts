/**
 * Reads a WebP's orientation from its EXIF part; 1, also for other files, means that it isn't turned. Some browsers turn it
 * themselves and some don't, so this also changes the value in these bytes to 1, which all browsers show as stored.
 */
export function takeWebpOrientation(file: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const name = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (name(0) !== 'RIFF' || name(8) !== 'WEBP') return 1
  try {
    for (let at = 12; at + 8 < view.byteLength; ) {
      const length = view.getUint32(at + 4, true)
      if (name(at) === 'EXIF') return takeOrientation(view, at + 8)
      at += 8 + length + (length % 2)
    }
  } catch {
    // The file is inconsistent: an offset points outside it.
  }
  return 1
}

const ORIENTATION_TAG = 0x0112

function takeOrientation(view: DataView, start: number): number {
  // Some cameras write the same prefix as in a JPEG: `Exif` and two zeros.
  const tiff = view.getUint32(start) === 0x45786966 ? start + 6 : start
  const isLittle = view.getUint16(tiff) === 0x4949
  const list = tiff + view.getUint32(tiff + 4, isLittle)
  const count = view.getUint16(list, isLittle)
  for (let index = 0; index < count; index++) {
    const entry = list + 2 + index * 12
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue
    const orientation = view.getUint16(entry + 8, isLittle)
    if (orientation < 2 || orientation > 8) return 1
    view.setUint16(entry + 8, 1, isLittle)
    return orientation
  }
  return 1
}
