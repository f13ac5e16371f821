import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatDay } from '#rules/calendar.ts'
import { titled } from '../layout/title.ts'
import { pageContext } from '../page-context.ts'
import { companyOf, offerOf } from '../visited-company.ts'
import { NoResidence } from './no-residence.tsx'
import { Terms } from './terms.tsx'
import '../look/terms.css'

export const meta = titled('Terms')

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  const company = await companyOf(page, params.companySlug ?? '')
  if (!company) return data({ company, bundles: [] }, { status: 404 })
  const offer = await offerOf(page, company.slug)
  return data({ company, bundles: offer?.packages ?? [] })
}

/** In force since; a change of the words below changes it. */
const since = formatDay('2026-11-01')

export default function TermsPage() {
  const { company, bundles } = useLoaderData<typeof loader>()
  return company ? <Terms company={company} bundles={bundles} since={since} /> : <NoResidence />
}
