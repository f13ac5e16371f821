import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Received } from '#contract/endpoint.ts'
import { listFreeRooms, onboardingForm, onboardTenant } from '#contract/onboarding.ts'
import type { Day } from '#rules/calendar.ts'
import { ApiError, refresh } from '../api.ts'
import { useSession } from '../session.ts'
import { type Progress, upload } from '../upload.ts'
import type { Photos } from './documents.tsx'
import { type Refusal, refusalOf } from './refusal.ts'
import type { FieldName, PhotoName, Typed } from './typed.ts'

/** What the success page tells. */
export interface MovedIn {
  reply: Received<typeof onboardTenant>
  first_name: string
  id_number: string
  start_date: Day
}

interface Sender {
  slug: string
  submission_id: string
  form: UseFormReturn<Typed>
  photos: Photos
  onDone: (done: MovedIn) => void
  /** Something has to be looked at; `field` when it is only one. */
  onStopped: (field: FieldName | PhotoName | null) => void
}

const isPhoto = (name: string): name is PhotoName => name === 'photo' || name === 'id_photo'

/** Sends the form, and brings what the server says of it to where it belongs. */
export function useSubmit({ slug, submission_id, form, photos, onDone, onStopped }: Sender) {
  const session = useSession()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  /** Each to its field; whether any was. */
  function place(fields: Record<string, string>) {
    const names = Object.keys(fields).filter((name) => isPhoto(name) || name in form.getValues())
    for (const name of names) {
      const message = fields[name] ?? ''
      if (isPhoto(name)) photos[name].refuse(message)
      else form.setError(name as FieldName, { type: 'server', message })
    }
    return names as (FieldName | PhotoName)[]
  }

  function refused(error: unknown) {
    const names = error instanceof ApiError ? place(error.fields) : []
    if (names.includes('room')) void cache.invalidateQueries({ queryKey: [listFreeRooms.path] })
    setRefusal(
      refusalOf(error, { signedIn: session.status === 'signed_in', placed: names.length > 0 }),
    )
    onStopped(names.length === 1 ? (names[0] ?? null) : null)
  }

  async function send(typed: Typed) {
    setRefusal(null)
    const photo = await photos.photo.settled()
    const id_photo = await photos.id_photo.settled()
    if (photo.at === 'bad' || id_photo.at === 'bad') return onStopped(null)
    const read = onboardingForm.parse({ ...typed, submission_id })
    const body = { ...read, gender: typed.gender, sponsor_phone: typed.sponsor_phone }
    try {
      // Filling this in may take longer than an access token lives; without one they were a stranger.
      if (session.status !== 'signed_out') await refresh()
      const files = {
        photo: photo.at === 'ready' ? photo.picture : undefined,
        id_photo: id_photo.at === 'ready' ? id_photo.picture : undefined,
      }
      const input = { params: { slug }, body, files }
      const reply = await upload(onboardTenant, input, setProgress, leaving.current.signal)
      const [first_name = ''] = body.full_name.split(/\s/)
      // A member's room, balance and account have just changed.
      void cache.invalidateQueries()
      onDone({ reply, first_name, id_number: body.id_number, start_date: body.start_date })
    } catch (error) {
      if (!leaving.current.signal.aborted) refused(error)
    } finally {
      setProgress(null)
    }
  }
  return { send, progress, refusal, forgetRefusal: () => setRefusal(null) }
}
