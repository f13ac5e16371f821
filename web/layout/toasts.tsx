import { BellRing, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { MAX_TOASTS, type Toast, toastChannel } from './channels.ts'
import './toasts.css'

const TOAST_DURATION_MS = 3000

type ShownToast = Toast & { key: number }
let count = 0

export function Toasts() {
  const [shown, setShown] = useState<ShownToast[]>([])
  const close = useCallback(
    (key: number) => setShown((before) => before.filter((toast) => toast.key !== key)),
    [],
  )
  useEffect(
    () =>
      toastChannel.listen((toast) => {
        count += 1
        const entry = { ...toast, key: count }
        setShown((before) => [...before, entry].slice(-MAX_TOASTS))
      }),
    [],
  )
  return (
    <section className="toasts" aria-label="Notifications">
      <div role="status" aria-atomic="false">
        {shown.map(({ key, ...toast }) => (
          <ToastCard key={key} toast={toast} onClose={() => close(key)} />
        ))}
      </div>
    </section>
  )
}

/** Moves the focus to the next toast, or back to where it came from, or to the page. */
function moveFocus(card: HTMLElement, from: Element | null) {
  const next = card.nextElementSibling ?? card.previousElementSibling
  const target =
    next?.querySelector('button') ??
    (from instanceof HTMLElement && from.isConnected && !from.closest('.toast') ? from : null) ??
    document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: true })
}

/** For this long, a press that began before a toast appeared goes through it to its real target. */
const ARRIVING_MS = 600

/** A toast, which closes by itself after three seconds, unless the pointer or the focus is on it. */
function ToastCard({
  toast: { title, text, to, person },
  onClose,
}: {
  toast: Toast
  onClose: () => void
}) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [arriving, setArriving] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setArriving(false), ARRIVING_MS)
    return () => clearTimeout(timer)
  }, [])
  const card = useRef<HTMLDivElement>(null)
  const from = useRef<Element | null>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  const isPaused = hovered || focused
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => close.current(), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [isPaused])

  function closeAndMoveFocus() {
    if (card.current?.contains(document.activeElement)) moveFocus(card.current, from.current)
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only delay closing
    <div
      ref={card}
      className={arriving ? 'toast arriving' : 'toast'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) from.current = relatedTarget
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && closeAndMoveFocus()}
    >
      {person ? <Avatar {...person} /> : <BellRing className="icon" aria-hidden="true" />}
      <div className="toast-text">
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
      <button type="button" className="icon-button" aria-label="Close" onClick={closeAndMoveFocus}>
        <X className="icon" aria-hidden="true" />
      </button>
    </div>
  )
}
