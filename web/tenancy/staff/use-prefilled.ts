import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The tenant whom a form begins with, out of the address; the form then comes into view. */
export function usePrefilled(name: 'transfer' | 'remove') {
  const [params] = useSearchParams()
  const [id, setId] = useState<number | null>(() => Number(params.get(name)) || null)
  const title = useRef<HTMLHeadingElement>(null)
  const asked = params.has(name)
  useEffect(() => {
    if (!asked) return
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'start' })
  }, [asked])
  return { id, setId, title }
}
