import { useRouteLoaderData } from 'react-router'
import type { Company } from '#contract/company.ts'
import type { RootData } from '../root.tsx'
import { useSession } from '../session.ts'

/** The company whose pages are shown. */
export function useCompany(): Company {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('This page needs the data of the root route.')
  return data.company
}

/**
 * Whether the pages for visitors are shown. A session that is being restored counts as signed in when
 * the browser sent its cookie, so that a reload does not flash the landing page.
 */
export function useIsVisitor(): boolean {
  const { status } = useSession()
  const data = useRouteLoaderData<RootData>('root')
  return status === 'signed_out' || (status !== 'signed_in' && !data?.signedIn)
}
