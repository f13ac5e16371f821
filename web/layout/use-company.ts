import { useRouteLoaderData } from 'react-router'
import type { Company } from '#contract/company.ts'
import type { RootData } from '../root.tsx'

/** The residence whose pages these are. */
export function useCompany(): Company {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('This page needs the data of the root route.')
  return data.company
}
