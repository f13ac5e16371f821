import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { shortDay } from '#rules/calendar.ts'
import { titled } from '../layout/title.ts'
import { pageContext } from '../page-context.ts'
import { companyOf } from '../visited-company.ts'
import { NoResidence } from './no-residence.tsx'
import { Terms } from './terms.tsx'
import '../look/terms.css'

export const meta = titled('Terms')

export async function loader({ context, params }: LoaderFunctionArgs) {
  const company = await companyOf(context.get(pageContext), params.companySlug ?? '')
  return data({ company }, { status: company ? 200 : 404 })
}

/** In force since; a change of the words below changes it. */
const since = shortDay('2026-11-01')

export default function TermsPage() {
  const { company } = useLoaderData<typeof loader>()
  return company ? <Terms company={company} since={since} /> : <NoResidence />
}
