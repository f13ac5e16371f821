import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './combobox.css'

/** A choice of the list: a name with a line below it, and something short on the right. */
export interface ComboboxOption {
  key: string | number
  name: string
  detail?: string | null
  aside: string
}

interface Props<Option extends ComboboxOption> {
  label: string
  /** Shown below the field. */
  hint: string
  /** The text of the field while something is chosen; null while nothing is. */
  chosen: string | null
  typed: string
  options: readonly Option[]
  /** Shown below the options: how many more there are, or that there are none. */
  message: string | null
  autoFocus?: boolean
  onType: (typed: string) => void
  onChoose: (option: Option) => void
  /** Shown below the hint, such as an error. */
  children?: ReactNode
}

/** A field that searches as the user types; matches are chosen with the keyboard or the mouse. */
export function Combobox<Option extends ComboboxOption>({
  label,
  hint,
  chosen,
  typed,
  options,
  message,
  autoFocus,
  onType,
  onChoose,
  children,
}: Props<Option>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const searching = chosen === null && typed.trim() !== ''
  const listed = open && searching && options.length > 0

  useEffect(() => {
    if (listed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [listed])

  function handleTyping(text: string) {
    onType(text)
    setOpen(true)
    setActive(0)
  }
  function choose(option: Option) {
    onChoose(option)
    setOpen(false)
  }
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (listed) setActive((active + step + options.length) % options.length)
      setOpen(true)
    } else if (event.key === 'Enter' && searching) {
      event.preventDefault()
      const option = options[active]
      if (listed && option) choose(option)
    } else if (event.key === 'Escape' && (listed || typed !== '')) {
      event.preventDefault()
      if (listed) setOpen(false)
      else handleTyping('')
    }
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="combobox">
        <input
          ref={input}
          id={id}
          className="input"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listed}
          aria-controls={`${id}-list`}
          aria-activedescendant={listed ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: of a form that has just been opened
          autoFocus={autoFocus}
          value={chosen ?? typed}
          onChange={({ target }) => handleTyping(target.value)}
          onFocus={({ target }) => {
            setOpen(true)
            target.select()
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={handleKey}
        />
        {(chosen !== null || typed !== '') && (
          <button
            type="button"
            className="icon-button"
            aria-label="Choose someone else"
            onClick={() => {
              handleTyping('')
              input.current?.focus()
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        )}
        <div ref={list} className="matches" hidden={!open || !searching || !(listed || message)}>
          <div id={`${id}-list`} role="listbox" aria-label="Matches" hidden={!listed}>
            {options.map((option, index) => (
              <OptionRow
                key={option.key}
                id={`${id}-${index}`}
                option={option}
                active={listed && index === active}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
          <p className="small muted" aria-hidden="true">
            {message}
          </p>
        </div>
      </div>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      <p className="visually-hidden" role="status">
        {searching && (message ?? `${options.length} found`)}
      </p>
      {children}
    </div>
  )
}

interface OptionRowProps {
  id: string
  option: ComboboxOption
  active: boolean
  onChoose: () => void
}

/** Pressing it must not take the focus from the input. */
const OptionRow = ({ id, option: { name, detail, aside }, active, onChoose }: OptionRowProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
  <div
    id={id}
    role="option"
    aria-selected={active}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <span>
      <b translate="no">{name}</b>
      {detail && <span className="small muted">{detail}</span>}
    </span>
    <span className="tabular">{aside}</span>
  </div>
)
