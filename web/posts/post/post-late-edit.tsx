import { type ComponentProps, lazy, Suspense } from 'react'
import { importWithRetry } from '../../ui/lazy.ts'

/** Only authors need the form. */
const PostEdit = lazy(async () => ({
  default: (await importWithRetry(() => import('./post-edit.tsx'))).PostEdit,
}))

export const LatePostEdit = (props: ComponentProps<typeof PostEdit>) => (
  <Suspense fallback={<p role="status">Loading...</p>}>
    <PostEdit {...props} />
  </Suspense>
)
