import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
} from 'react-router'
import { getTerms } from '#contract/terms.ts'
import { FailedPage } from '../layout/error-page.tsx'
import type { PageHandle } from '../layout/notices.tsx'
import { pageTitle } from '../layout/title.ts'
import { findCompany, findOffer, pageContext } from '../page-context.ts'
import { MessagePlate } from '../ui/message-plate.tsx'
import { Terms } from './terms.tsx'
import './terms.css'

export const meta = pageTitle('Terms')

export const handle: PageHandle = { noNetwork: 'bare' }

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  const company = await findCompany(page, params.companySlug ?? '')
  if (!company) return data(null, { status: 404 })
  const asked = Number(new URL(request.url).searchParams.get('version')) || undefined
  const { slug } = company
  const [offer, terms] = await Promise.all([
    findOffer(page, slug),
    page.call(getTerms, { params: { slug }, query: { version: asked } }),
  ])
  return data({ company, bundles: offer?.packages ?? [], terms })
}

/** Returns undefined without a network, where the router would otherwise show an error of the whole app. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<typeof loader>().catch((error: unknown) => {
    if (error instanceof TypeError) return undefined
    throw error
  })

export default function TermsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  if (loaded === undefined) return <FailedPage hadNetwork={navigator.onLine} />
  return loaded ? <Terms {...loaded} /> : <NoResidence />
}

/** Shown for a slug that belongs to no company. */
const NoResidence = () => (
  <div className="page page-section">
    <MessagePlate level={1} title="We can’t find this residence">
      <p>The link may be old or mistyped. Ask the person who sent it for a new one.</p>
      <p>
        <Link className="button" to="/">
          Go to the home page
        </Link>
      </p>
    </MessagePlate>
  </div>
)
