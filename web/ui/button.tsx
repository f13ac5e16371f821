import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { submitIfEntered } from '../early-input.ts'
import { useHydrated } from './use-hydrated.ts'

/** Three windows that light up in turn. Decorative: the label says what is going on. */
export const BusyIndicator = () => (
  <span className="panes" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)

type Props = ComponentProps<'button'> & {
  /** The action is running. The button stays focusable and ignores further presses, also as a form's default button. */
  busy?: boolean
  /** Replaces the label while busy. */
  busyLabel?: string
  /** Shown before the label; replaced by the busy indicator while busy. */
  icon?: LucideIcon
  /** Modifier classes: `secondary`, `quiet`, `danger`, `mpesa`, `light`, `compact`, `block`. */
  variant?: string
  /** It stands where the button that was pressed before stood, so the second half of a double-click is not for it. */
  ignoresDoubleClick?: boolean
  children: ReactNode
}

/** A button that can show that its action is running. */
export function Button({
  busy,
  busyLabel,
  icon: Icon,
  variant = '',
  className = '',
  ignoresDoubleClick = false,
  onClick,
  children,
  ...button
}: Props) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || (ignoresDoubleClick && event.detail > 1)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      className={['button', variant, className].filter(Boolean).join(' ')}
      aria-busy={busy}
      {...button}
      onClick={press}
    >
      {Icon && (busy ? <BusyIndicator /> : <Icon className="icon" aria-hidden="true" />)}
      {busy && busyLabel ? busyLabel : children}
      {busy && !Icon && <BusyIndicator />}
    </button>
  )
}

/**
 * Submits a form. On a server-rendered page it is disabled until the scripts run; if Enter was pressed
 * before, the form is submitted then.
 * @param postsItself the form works without scripts, and so does the button
 */
export function SubmitButton({
  className = '',
  postsItself = false,
  ...button
}: Props & { postsItself?: boolean }) {
  const hydrated = useHydrated() || postsItself
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hydrated) submitIfEntered(element.current)
  }, [hydrated])
  return (
    <Button
      {...button}
      ref={element}
      type="submit"
      className={hydrated ? className : `${className} waking`}
      disabled={!hydrated || button.disabled}
    />
  )
}
