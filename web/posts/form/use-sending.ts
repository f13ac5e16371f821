import { useEffect, useRef, useState } from 'react'
import { type PostForm, postForm } from '#contract/posts.ts'
import { ApiError, refresh } from '../../api.ts'
import { errorMessage } from '../../ui/error-message.ts'
import type { Photo } from '../../ui/use-photo.ts'
import type { Progress } from '../../upload.ts'
import type { Problems } from './use-post-form.ts'

export interface Form {
  body: PostForm
  files: { image: Blob | undefined }
}
export type Way = [onProgress: (progress: Progress) => void, signal: AbortSignal]

interface Sender {
  photo: Photo
  /** Said of a failure that the server says nothing better about. */
  otherwise: string
  send: (form: Form, ...way: Way) => Promise<void>
  /** Fields have to be looked at. */
  onRefused: (problems: Problems) => void
}

/** Sends a post's words with its picture, once at a time; leaving stops it. */
export function useSending({ photo, otherwise, send, onRefused }: Sender) {
  const [progress, setProgress] = useState<Progress | 'starting' | null>(null)
  const [said, setSaid] = useState<{ kind: 'failed' | 'stopped'; message: string } | null>(null)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  function refused(error: unknown) {
    const fields: Problems = error instanceof ApiError ? error.fields : {}
    if (fields.image) photo.refuse(fields.image)
    if (fields.title || fields.description || fields.image) return onRefused(fields)
    const message = error instanceof Error ? errorMessage(error, otherwise) : otherwise
    setSaid({ kind: 'failed', message })
  }

  async function start(typed: PostForm) {
    if (sending.current) return
    const leaving = new AbortController()
    sending.current = leaving
    setSaid(null)
    setProgress('starting')
    try {
      const picture = await photo.settled()
      if (picture.at === 'bad') return onRefused({ image: picture.message })
      const body = postForm.parse(typed)
      // Writing may take longer than an access token lives, and an upload is not tried twice.
      await refresh()
      if (leaving.signal.aborted) throw new ApiError(0, null)
      const files = { image: picture.at === 'ready' ? picture.picture : undefined }
      await send({ body, files }, setProgress, leaving.signal)
    } catch (error) {
      if (leaving.signal.aborted) {
        setSaid({ kind: 'stopped', message: 'Stopped. What you wrote is still here.' })
      } else refused(error)
    } finally {
      sending.current = null
      setProgress(null)
    }
  }
  return { start, progress, said, cancel: () => sending.current?.abort() }
}
