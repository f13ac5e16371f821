import { type ComponentProps, lazy, Suspense } from 'react'

const retry_ms = 4000

/** Only authors need the form; a network that fails just now brings it later. */
async function fetchEdit(): Promise<typeof import('./post-edit.tsx')> {
  try {
    return await import('./post-edit.tsx')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retry_ms))
    return fetchEdit()
  }
}

const PostEdit = lazy(async () => ({ default: (await fetchEdit()).PostEdit }))

export const LatePostEdit = (props: ComponentProps<typeof PostEdit>) => (
  <Suspense fallback={<p role="status">Loading...</p>}>
    <PostEdit {...props} />
  </Suspense>
)
