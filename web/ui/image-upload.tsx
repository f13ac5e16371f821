import { X } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { IMAGE_TYPES } from '#rules/image.ts'
import type { UploadProgress } from '../upload.ts'
import { BusyIndicator } from './button.tsx'
import './image-upload.css'

export type ImageUploadState =
  | { status: 'none' }
  | { status: 'preparing'; name: string }
  | { status: 'ready'; name: string; image: Blob; previewUrl: string }
  /** Refused by the browser, or by the server after the upload. */
  | { status: 'rejected'; name: string; message: string }

const none: ImageUploadState = { status: 'none' }

async function prepare(file: File): Promise<ImageUploadState> {
  const { name } = file
  try {
    const { shrinkImage } = await import('./shrink-image.ts')
    const image = await shrinkImage(file)
    return { status: 'ready', name, image, previewUrl: URL.createObjectURL(image) }
  } catch (error) {
    const message =
      error instanceof Error && error.name === 'ImageError'
        ? error.message
        : 'This picture could not be opened. Please choose another one.'
    return { status: 'rejected', name, message }
  }
}

const release = (state: ImageUploadState) => {
  if (state.status === 'ready') URL.revokeObjectURL(state.previewUrl)
}

/** One image of a form: chosen, made smaller in the browser, and shown before it is sent. */
export function useImageUpload() {
  const [state, setState] = useState<ImageUploadState>(none)
  const latest = useRef<Promise<ImageUploadState>>(Promise.resolve(none))
  const current = useRef<ImageUploadState>(none)

  function show(next: ImageUploadState) {
    release(current.current)
    current.current = next
    setState(next)
  }
  useEffect(() => () => release(current.current), [])

  return {
    state,
    choose(file: File) {
      show({ status: 'preparing', name: file.name })
      const preparing = prepare(file)
      latest.current = preparing
      void preparing.then((next) => (latest.current === preparing ? show(next) : release(next)))
    },
    remove() {
      latest.current = Promise.resolve(none)
      show(none)
    },
    reject(message: string) {
      const { name = '' } = { name: '', ...current.current }
      const rejected: ImageUploadState = { status: 'rejected', name, message }
      latest.current = Promise.resolve(rejected)
      show(rejected)
    },
    /** Resolves once an image that is being prepared is ready. */
    settled: () => latest.current,
  }
}
export type ImageUpload = ReturnType<typeof useImageUpload>

/** Props of the file input. */
export const imageInputProps = (upload: ImageUpload) => ({
  type: 'file',
  accept: IMAGE_TYPES.join(','),
  onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) upload.choose(file)
    // Otherwise choosing the same file again would not fire a change event.
    target.value = ''
  },
})

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1000))} KB`

interface StatusProps {
  upload: ImageUpload
  /** Shown before an image is chosen. */
  invitation: string
}

export function ImageUploadStatus({ upload: { state }, invitation }: StatusProps) {
  if (state.status === 'none') return <b>{invitation}</b>
  if (state.status === 'rejected') return <b>{state.name || 'Not accepted'}</b>
  return (
    <>
      <b>{state.name}</b>{' '}
      {state.status === 'preparing' ? (
        <>
          <small className="muted small">Preparing...</small> <BusyIndicator />
        </>
      ) : (
        <small className="muted small tabular">Ready, {kilobytes(state.image.size)}</small>
      )}
    </>
  )
}

/** Removes the chosen image; focus goes to the input of this id. */
export const RemoveImageButton = ({ upload, inputId }: { upload: ImageUpload; inputId: string }) =>
  upload.state.status !== 'none' && (
    <button
      type="button"
      className="icon-button"
      aria-label={`Remove ${upload.state.name || 'the picture'}`}
      onClick={() => {
        upload.remove()
        document.getElementById(inputId)?.focus()
      }}
    >
      <X className="icon" aria-hidden="true" />
    </button>
  )

const SLOW_AFTER_MS = 5000
/** Minimum size in bytes. A smaller form is sent before its progress could be read. */
const MIN_SHOWN_BYTES = 100_000

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

interface ProgressProps {
  /** The accessible name of the bar. */
  label: string
  progress: UploadProgress
}

/** The progress of sending a form with its images. */
export function UploadProgressBar({ label, progress: { sent, total } }: ProgressProps) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (total < MIN_SHOWN_BYTES && !isSlow) return null
  const text =
    sent >= total
      ? `All ${megabytes(total)} MB sent. Waiting for the answer.`
      : `${megabytes(sent)} of ${megabytes(total)} MB.${isSlow ? ' Slow network, still going.' : ''}`
  const percent = Math.round((sent / total) * 100)
  return (
    <div className="upload-progress">
      <div
        className="upload-progress-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <small className="muted tabular">{text}</small>
    </div>
  )
}
