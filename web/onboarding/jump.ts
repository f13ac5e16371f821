/** Brings a field or a heading into view and puts the focus there. */
export function jumpTo(id: string) {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'center' })
  // A group of choices: where the keyboard would come to.
  const choice = target?.matches('fieldset')
    ? target.querySelector<HTMLElement>('input:checked, input')
    : null
  ;(choice ?? target)?.focus({ preventScroll: true })
}
