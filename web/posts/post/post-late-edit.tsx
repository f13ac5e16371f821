import { type ComponentProps, lazy, Suspense } from 'react'
import { fetchLate } from '../../ui/fetch-late.ts'

/** Only authors need the form. */
const PostEdit = lazy(async () => ({
  default: (await fetchLate(() => import('./post-edit.tsx'))).PostEdit,
}))

export const LatePostEdit = (props: ComponentProps<typeof PostEdit>) => (
  <Suspense fallback={<p role="status">Loading...</p>}>
    <PostEdit {...props} />
  </Suspense>
)
