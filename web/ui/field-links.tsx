/** Scrolls to a field or a heading and focuses it. */
export function focusField(id: string) {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'center' })
  // In a radio group, focuses the radio button that the Tab key would reach.
  const option = target?.matches('fieldset')
    ? target.querySelector<HTMLElement>('input:checked, input')
    : null
  ;(option ?? target)?.focus({ preventScroll: true })
}

/** The start of the sentence that `FieldLinks` ends. */
export const checkFields = (count: number) =>
  count === 1 ? 'Please check this field:' : `Please check these ${count} fields:`

interface Props<Name extends string> {
  /** The names of the fields, which are also their ids. */
  names: readonly Name[]
  labels: Record<Name, string>
}

/** Links to the fields of a form that are invalid. */
export function FieldLinks<Name extends string>({ names, labels }: Props<Name>) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <a
        className="field-link"
        href={`#${name}`}
        onClick={(event) => {
          event.preventDefault()
          focusField(name)
        }}
      >
        {labels[name]}
      </a>
    </span>
  ))
}
