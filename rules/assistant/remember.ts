/** Remembers what a function answered for up to `most` texts, then begins anew. Answers are shared: never change one. */
export function remember<Texts extends string[], Answer>(
  most: number,
  answer: (...texts: Texts) => Answer,
): (...texts: Texts) => Answer {
  const answers = new Map<string, { answer: Answer }>()
  return (...texts) => {
    const key = texts.join('\0')
    const before = answers.get(key)
    if (before) return before.answer
    const found = { answer: answer(...texts) }
    if (answers.size >= most) answers.clear()
    answers.set(key, found)
    return found.answer
  }
}
