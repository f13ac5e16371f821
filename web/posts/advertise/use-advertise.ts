import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { createPost, type PostForm, postForm, updatePost } from '#contract/posts.ts'
import { ApiError, refresh } from '../../api.ts'
import { failureWords } from '../../ui/failure-words.ts'
import type { Photo } from '../../ui/use-photo.ts'
import { type Progress, upload } from '../../upload.ts'
import { ownPostsKey } from './use-own-posts.ts'

export type Problems = Partial<Record<keyof PostForm | 'image', string>>

const otherwise = 'Failed to add post. Please try again.'

/** What is wrong with each field, as the server would say it. */
export function problemsOf(typed: PostForm): Problems {
  const found: Problems = {}
  for (const { path, message } of postForm.safeParse(typed).error?.issues ?? []) {
    found[path[0] as keyof PostForm] ??= message
  }
  return found
}

type Form = Pick<CallInput<typeof createPost>, 'body' | 'files'>
type Way = [onProgress: (progress: Progress) => void, signal: AbortSignal]

/** A try may repeat one that had arrived after all, with other words: those of now count. */
async function handIn({ body, files }: Form, ...way: Way) {
  const { id, title, description } = await upload(createPost, { body, files }, ...way)
  if (title === body.title && description === body.description) return
  await upload(updatePost, { params: { id }, body, files }, ...way)
}

interface Sender {
  photo: Photo
  onDone: () => void
  /** Fields have to be looked at. */
  onRefused: (problems: Problems) => void
}

/** Hands a post in, once, however often it is tried. */
export function useAdvertise({ photo, onDone, onRefused }: Sender) {
  const cache = useQueryClient()
  const [progress, setProgress] = useState<Progress | 'starting' | null>(null)
  const [said, setSaid] = useState<{ kind: 'failed' | 'stopped'; message: string } | null>(null)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  function refused(error: unknown) {
    const fields: Problems = error instanceof ApiError ? error.fields : {}
    if (fields.image) photo.refuse(fields.image)
    if (fields.title || fields.description || fields.image) return onRefused(fields)
    const message = error instanceof Error ? failureWords(error, otherwise) : otherwise
    setSaid({ kind: 'failed', message })
  }

  async function send({ submission_id, ...typed }: PostForm & { submission_id: string }) {
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
      await handIn({ body: { ...body, submission_id }, files }, setProgress, leaving.signal)
      onDone()
    } catch (error) {
      if (leaving.signal.aborted) {
        setSaid({ kind: 'stopped', message: 'Stopped. What you wrote is still here.' })
      } else refused(error)
    } finally {
      sending.current = null
      setProgress(null)
      void cache.invalidateQueries({ queryKey: ownPostsKey })
    }
  }
  return { send, progress, said, cancel: () => sending.current?.abort() }
}
