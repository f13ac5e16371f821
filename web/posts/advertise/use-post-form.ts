import { useEffect, useRef, useState } from 'react'
import { type PostForm, postForm } from '#contract/posts.ts'
import { ApiError, refresh } from '../../api.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { useSchemaForm } from '../../ui/form.ts'
import { useImageUpload } from '../../ui/image-upload.tsx'
import type { UploadProgress } from '../../upload.ts'

export const IMAGE_FIELD_ID = 'image'

type FieldErrors = Partial<Record<keyof PostForm | 'image', string>>

export interface PostUpload {
  body: PostForm
  files: { image: Blob | undefined }
}
export type UploadOptions = [onProgress: (progress: UploadProgress) => void, signal: AbortSignal]

interface Options {
  initial: PostForm
  /** Error message for a failure for which the server gives none. */
  fallback: string
  send: (post: PostUpload, ...options: UploadOptions) => Promise<void>
}

/** The state of a post's fields and image, and sending them. Leaving the page aborts the upload. */
export function usePostForm({ initial: { title, description }, fallback, send }: Options) {
  const form = useSchemaForm(postForm, { defaultValues: { title, description } })
  const image = useImageUpload()
  const [progress, setProgress] = useState<UploadProgress | 'starting' | null>(null)
  const [outcome, setOutcome] = useState<{ kind: 'failed' | 'stopped'; message: string }>()
  const upload = useRef<AbortController | null>(null)
  useEffect(() => () => upload.current?.abort(), [])

  const [refused, setRefused] = useState<FieldErrors | null>(null)
  const { setFocus } = form
  // Only after the upload, because the disabled image field cannot take the focus before.
  useEffect(() => {
    if (refused?.title) setFocus('title')
    else if (refused?.description) setFocus('description')
    else if (refused) document.getElementById(IMAGE_FIELD_ID)?.focus()
  }, [refused, setFocus])

  function showFieldErrors(fields: FieldErrors) {
    if (fields.title) form.setError('title', { message: fields.title })
    if (fields.description) form.setError('description', { message: fields.description })
    setRefused(fields)
  }
  function showFailure(error: unknown) {
    const fields: FieldErrors = error instanceof ApiError ? error.fields : {}
    if (fields.image) image.reject(fields.image)
    if (fields.title || fields.description || fields.image) return showFieldErrors(fields)
    const message = error instanceof Error ? errorMessage(error, fallback) : fallback
    setOutcome({ kind: 'failed', message })
  }

  async function start(body: PostForm) {
    if (upload.current) return
    const controller = new AbortController()
    upload.current = controller
    setOutcome(undefined)
    setProgress('starting')
    try {
      const chosen = await image.settled()
      if (chosen.status === 'rejected') return showFieldErrors({ image: chosen.message })
      // The access token may have expired while the user was writing, and an upload is not retried.
      await refresh()
      if (controller.signal.aborted) throw new ApiError(0, null)
      const files = { image: chosen.status === 'ready' ? chosen.image : undefined }
      await send({ body, files }, setProgress, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) {
        setOutcome({ kind: 'stopped', message: 'Stopped. What you wrote is still here.' })
      } else showFailure(error)
    } finally {
      upload.current = null
      setProgress(null)
    }
  }
  return {
    form,
    image,
    typed: form.watch(),
    submit: form.handleSubmit(start),
    busy: progress !== null,
    progress,
    outcome,
    cancel: () => upload.current?.abort(),
  }
}
export type PostFormState = ReturnType<typeof usePostForm>
