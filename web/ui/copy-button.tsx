import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const labels = {
  idle: 'Copy',
  copied: 'Copied',
  failed: 'Not copied',
}

/** Copies a text and says so for three seconds. `of` names the text for screen readers. */
export function CopyButton({
  text,
  of,
  className,
  label = labels.idle,
}: {
  text: string
  of?: string
  className?: string
  label?: string
}) {
  const [state, setState] = useState<keyof typeof labels>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const back = setTimeout(() => setState('idle'), 3000)
    return () => clearTimeout(back)
  }, [state])
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <button
        type="button"
        className={className ?? 'button secondary compact'}
        onClick={async () => setState((await copyText(text)) ? 'copied' : 'failed')}
      >
        <Icon className="icon" aria-hidden="true" />
        {state === 'idle' ? label : labels[state]}
        <span className="visually-hidden">{of}</span>
      </button>
      <span className="visually-hidden" role="status">
        {state === 'idle' ? '' : labels[state]}
      </span>
    </>
  )
}

/** Copies a text. Without https there is no clipboard API, so the text is copied from an invisible field. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;opacity:0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
