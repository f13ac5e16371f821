import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPost, listOwnPosts, type PostForm, postForm } from '#contract/posts.ts'
import { ApiError, call, refresh } from '../api.ts'
import { failureWords } from '../ui/failure-words.ts'
import type { Photo } from '../ui/use-photo.ts'
import { type Progress, upload } from '../upload.ts'
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

/** Whether a post whose answer was lost has arrived all the same. */
async function hasArrived({ title, description }: PostForm): Promise<boolean> {
  const latest = await call(listOwnPosts, { query: { limit: '5' } })
  return latest.some(
    (post) => post.status === 'pending' && post.title === title && post.description === description,
  )
}

interface Sender {
  photo: Photo
  onDone: () => void
  /** Fields have to be looked at. */
  onRefused: (problems: Problems) => void
}

/** Hands a post in; one whose answer was lost is looked for before it is sent again. */
export function useAdvertise({ photo, onDone, onRefused }: Sender) {
  const cache = useQueryClient()
  const [progress, setProgress] = useState<Progress | 'starting' | null>(null)
  const [said, setSaid] = useState<{ kind: 'failed' | 'stopped'; message: string } | null>(null)
  const sending = useRef<AbortController | null>(null)
  const lost = useRef(false)
  useEffect(() => () => sending.current?.abort(), [])

  function refused(error: unknown) {
    const fields: Problems = error instanceof ApiError ? error.fields : {}
    if (fields.image) photo.refuse(fields.image)
    if (fields.title || fields.description || fields.image) return onRefused(fields)
    const message = error instanceof Error ? failureWords(error, otherwise) : otherwise
    setSaid({ kind: 'failed', message })
  }

  async function send(typed: PostForm) {
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
      if (!lost.current || !(await hasArrived(body))) {
        if (leaving.signal.aborted) throw new ApiError(0, null)
        const files = { image: picture.at === 'ready' ? picture.picture : undefined }
        lost.current = true
        await upload(createPost, { body, files }, setProgress, leaving.signal)
      }
      lost.current = false
      onDone()
    } catch (error) {
      if (leaving.signal.aborted) {
        setSaid({ kind: 'stopped', message: 'Stopped. What you wrote is still here.' })
      } else {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500)
          lost.current = false
        refused(error)
      }
    } finally {
      sending.current = null
      setProgress(null)
      void cache.invalidateQueries({ queryKey: ownPostsKey })
    }
  }
  return { send, progress, said, cancel: () => sending.current?.abort() }
}
