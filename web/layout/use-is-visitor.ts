import { useRouteLoaderData } from 'react-router'
import type { RootData } from '../root.tsx'
import { useSession } from '../session.ts'

/**
 * Whether somebody is shown the pages of a visitor. A session that is being restored counts as
 * signed in when the browser came with its cookie, so that no reload flashes the landing page.
 */
export function useIsVisitor(): boolean {
  const { status } = useSession()
  const data = useRouteLoaderData<RootData>('root')
  return status === 'signed_out' || (status !== 'signed_in' && !data?.signedIn)
}
