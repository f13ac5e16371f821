import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Received } from '#contract/endpoint.ts'
import { findVoucher } from '#contract/wifi.ts'
import { call } from '../api.ts'
import { useAct } from '../ui/use-act.ts'

/** "Missing wifi code": asks for nothing but the payment reference (spec 5). */
export function useFindCode() {
  const [reference, setReference] = useState('')
  const [invalid, setInvalid] = useState<string | null>(null)
  const { busy, result, error, act } = useAct<Received<typeof findVoucher>>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = findVoucher.body.safeParse({ reference })
    setInvalid(read.success ? null : (read.error.issues[0]?.message ?? ''))
    if (!read.success) field.current?.focus()
    else void act('find', () => call(findVoucher, { body: { reference } }))
  }
  const complaint = invalid ?? error?.message ?? null
  const type = (text: string) => {
    setReference(text)
    setInvalid(null)
  }
  return {
    busy: busy !== null,
    found: result,
    submit,
    field: { field, reference, type, complaint },
  }
}
