/**
 * The words of a text as they are compared: any script, without case or apostrophes; Wi-Fi, M-Pesa
 * and e-mail are one word each.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\b(wi|m|e)-(?=\p{L})/gu, '$1')
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** A question's words are compared when they are longer than this. */
const short_word = 3
/** More than this share of them must appear in the message (spec 5). */
const share_needed = 0.6

/** The entry that a message asks for: the best match, of equal ones the first. */
export function matchFaq<Entry extends { question: string }>(
  faq: Entry[],
  message: string,
): Entry | null {
  const said = new Set(wordsOf(message))
  let best: Entry | null = null
  let best_share = share_needed
  for (const entry of faq) {
    const long = wordsOf(entry.question).filter((word) => [...word].length > short_word)
    const words = [...new Set(long)]
    const share = words.filter((word) => said.has(word)).length / (words.length || 1)
    if (share > best_share) {
      best = entry
      best_share = share
    }
  }
  return best
}
