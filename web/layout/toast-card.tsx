import { BellRing, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import type { Toast } from './show-toast.ts'

const shown_ms = 3000

interface Props {
  toast: Toast
  onClose: () => void
}

/** To the next toast, else back to where the focus came from, else to the page. */
function moveOn(card: HTMLElement, from: Element | null) {
  const next = card.nextElementSibling ?? card.previousElementSibling
  const target =
    next?.querySelector('button') ??
    (from instanceof HTMLElement && from.isConnected && !from.closest('.toast') ? from : null) ??
    document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: true })
}

/** Goes by itself after three seconds, unless somebody is at it with pointer or keyboard. */
export function ToastCard({ toast: { title, text, to, person }, onClose }: Props) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  /** Where the focus was before it came here. */
  const from = useRef<Element | null>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  const held = pointed || focused
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close.current(), shown_ms)
    return () => clearTimeout(timer)
  }, [held])

  function closeByHand() {
    if (card.current?.contains(document.activeElement)) moveOn(card.current, from.current)
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is at it
    <div
      ref={card}
      className="toast"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) from.current = relatedTarget
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && closeByHand()}
    >
      {person ? <Avatar {...person} /> : <BellRing className="icon" aria-hidden="true" />}
      <div className="min-w-0">
        {to ? (
          <Link to={to} onClick={onClose}>
            <b>{title}</b>
          </Link>
        ) : (
          <b>{title}</b>
        )}
        <p className="small" dir="auto">
          {text}
        </p>
      </div>
      <button type="button" className="icon-button" aria-label="Close" onClick={closeByHand}>
        <X className="icon" aria-hidden="true" />
      </button>
    </div>
  )
}
