import { type RefObject, useEffect, useState } from 'react'

/** About the distance that a user scrolls while a small file loads. */
const ROOT_MARGIN = '300px 0px'

/** Whether an element is on screen or has been near it. */
export function useInView(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: ROOT_MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near, place])
  return near
}
