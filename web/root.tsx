import type { ReactNode } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { getCompany } from '#contract/company.ts'
import { pageContext } from './page-context.ts'
import './look/app.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  return { company: await page.call(getCompany, {}), nonce: page.nonce, signedIn: page.signedIn }
}

export type RootData = typeof loader

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <Meta />
        <Links nonce={data?.nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={data?.nonce} />
        <Scripts nonce={data?.nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
