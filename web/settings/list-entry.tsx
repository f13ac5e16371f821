import { ArrowDown, ArrowUp, ChevronDown, GripVertical, Trash2 } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { dragAttribute } from './use-dragging.ts'

/**
 * Removes an entry by a button in it. The focus moves to a control of a neighbouring entry or, if none is left, to the
 * button that adds one, below the list.
 */
export function removeFocused(
  button: HTMLElement,
  entries: string,
  controls: string,
  removeIt: () => void,
) {
  const entry = button.closest(entries)
  const list = entry?.parentElement
  const besides = [entry?.nextElementSibling, entry?.previousElementSibling]
  const beside = besides.find((one) => one?.matches(entries))
  flushSync(removeIt)
  const add = list?.parentElement?.querySelector<HTMLElement>('[data-adds]')
  const next = beside?.querySelector<HTMLElement>(controls) ?? add
  next?.focus()
}

/** Moves the focus to an arrow that can be pressed, beside a button that moves the entry. */
const focusArrow = (button: HTMLElement) =>
  button
    .closest('.setting-move')
    ?.querySelector<HTMLElement>('.setting-arrows > button:enabled')
    ?.focus()

interface MoveProps {
  title: string
  index: number
  /** The index of the last entry. */
  last: number
  onDrag: (event: PointerEvent) => void
  onMove: (index: number) => void
}

/** The handle of an entry, and the arrows that are seen while the pointer or the focus is there. */
function MoveButtons({ title, index, last, onDrag, onMove }: MoveProps) {
  /** If the pressed arrow gets disabled at the end of the list, the focus goes to the opposite one. */
  function press(arrow: HTMLButtonElement, to: number) {
    flushSync(() => onMove(to))
    if (arrow.disabled) focusArrow(arrow)
  }
  return (
    <div className="setting-move">
      <button
        type="button"
        className="icon-button drag-handle"
        aria-label={`Move: ${title}`}
        onPointerDown={onDrag}
        // Not every browser gives the focus to a button that is tapped.
        onClick={({ currentTarget }) => focusArrow(currentTarget)}
      >
        <GripVertical className="icon" aria-hidden="true" />
      </button>
      <div className="setting-arrows">
        <button
          type="button"
          className="icon-button"
          aria-label={`Move up: ${title}`}
          disabled={index === 0}
          onClick={({ currentTarget }) => press(currentTarget, index - 1)}
        >
          <ArrowUp className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Move down: ${title}`}
          disabled={index === last}
          onClick={({ currentTarget }) => press(currentTarget, index + 1)}
        >
          <ArrowDown className="icon" aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

interface ListEntryProps extends Omit<MoveProps, 'onDrag'> {
  /** Identifies the entry while it is dragged. */
  id: number
  /** Shown of the entry, open or closed. */
  face: ReactNode
  /** Whether it can be moved. */
  isMovable: boolean
  isDragged: boolean
  isOpen: boolean
  /** Whether the server has refused a field of it. */
  isFaulty: boolean
  onDrag: (event: PointerEvent) => void
  onToggle: (isOpen: boolean) => void
  onRemove: () => void
  /** The fields. */
  children: ReactNode
}

/** An entry of a list in the settings: a closed row, or its fields. */
export const ListEntry = ({
  id,
  face,
  isMovable,
  isDragged,
  isOpen,
  isFaulty,
  onToggle,
  onRemove,
  children,
  ...move
}: ListEntryProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a legend would be a line of its own
  <div
    role="group"
    aria-label={move.title}
    className={`setting-entry${isMovable ? ' movable' : ''}${isDragged ? ' dragged' : ''}`}
    {...{ [dragAttribute]: id }}
  >
    {isMovable && <MoveButtons {...move} />}
    {/* Unlike a button, a summary can be pressed by those who may only look. */}
    <details open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed like a button */}
      <summary
        className="setting-summary"
        onClick={(event) => {
          event.preventDefault()
          const summary = event.currentTarget
          flushSync(() => onToggle(!isOpen))
          // An entry above may have closed.
          summary.scrollIntoView({ block: 'nearest' })
        }}
      >
        <span className="setting-face">{face}</span>
        {isFaulty && <span className="tag error">To check</span>}
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      {isOpen && (
        <div className="stack setting-open">
          {children}
          <div className="row between">
            <Button
              variant="secondary compact"
              onClick={({ currentTarget }) => {
                const summary = currentTarget.closest('details')?.querySelector('summary')
                flushSync(() => onToggle(false))
                summary?.focus()
              }}
            >
              Done
            </Button>
            <Button
              variant="quiet danger-text compact"
              icon={Trash2}
              onClick={({ currentTarget }) =>
                removeFocused(currentTarget, '.setting-entry', 'summary', onRemove)
              }
            >
              Remove
            </Button>
          </div>
        </div>
      )}
    </details>
  </div>
)
