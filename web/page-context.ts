import { createContext, redirect } from 'react-router'
import { type AssistantData, getAssistant } from '#contract/assistant.ts'
import type { RefusedLogin } from '#contract/auth.ts'
import { type Company, getCompany } from '#contract/company.ts'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { listFreeRooms } from '#contract/onboarding.ts'
import type { RowsAndNext } from '#contract/page.ts'
import { openPayLink } from '#contract/pay-links.ts'
import { formatPhone } from '#rules/phone.ts'

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Received<E>>

/** The user for whom a page is rendered, and API calls on their behalf. */
export interface PageViewer {
  user_id: number
  call: Call
  callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<RowsAndNext<E>>
}

/** What the server passes to the loaders of a page and to its renderer. */
export interface PageContext {
  /** The nonce of this page's inline scripts (CSP). */
  nonce: string
  /** Whether the browser has a session cookie; then the landing page must not be shown. */
  signedIn: boolean
  /** The user's role when the session was last used; it grants no rights. */
  role: 'staff' | 'tenant' | null
  /** Null unless the page answers a login that was refused. */
  refusedLogin: RefusedLogin | null
  /** The cookie with the dismissed notices of the feed. */
  dismissedNotices: string
  /** The slug of the company whose pages this browser visited last. */
  remembered: string | undefined
  remember(slug: string): void
  /** Logs an error with its request. */
  report(error: unknown): void
  /** Calls the API in the same process. */
  call: Call
  /** Null without a session, and on pages that are not rendered for a user. */
  viewer: PageViewer | null
}

export const pageContext = createContext<PageContext>()

/** Null when there is no company with this slug. */
export async function findCompany(page: PageContext, slug: string): Promise<Company | null> {
  try {
    return await page.call(getCompany, { query: { slug } })
  } catch (error) {
    if (error instanceof Response && error.status < 500) return null
    throw error
  }
}

/**
 * The company whose pages are shown: that of the slug in the address, which the browser remembers from
 * then on unless a user is signed in; else the remembered one; else the installation's first.
 */
export async function visitedCompany(page: PageContext, slug?: string): Promise<Company> {
  const linked = slug ? await findCompany(page, slug) : null
  if (linked) {
    if (!page.signedIn) page.remember(linked.slug)
    return linked
  }
  const remembered = page.remembered ? await findCompany(page, page.remembered) : null
  return remembered ?? page.call(getCompany, {}).catch(leadToSetUp)
}

/** The data behind a pay link or, if the link doesn't work, the server's message. */
export type FoundPayLink =
  | { status: 200; link: Received<typeof openPayLink> }
  | { status: number; message: string; link: null }

/** Cached per request, because the frame of a page and the page itself ask for the same link. */
const openedLinks = new WeakMap<PageContext, Promise<FoundPayLink>>()

export function findPayLink(page: PageContext, token: string): Promise<FoundPayLink> {
  const opened = openedLinks.get(page) ?? openLink(page, token)
  openedLinks.set(page, opened)
  return opened
}

async function openLink(page: PageContext, token: string): Promise<FoundPayLink> {
  try {
    return { status: 200, link: await page.call(openPayLink, { params: { token } }) }
  } catch (error) {
    if (!(error instanceof Response) || error.status >= 500) throw error
    const { message } = await error.json()
    return { status: error.status, message, link: null }
  }
}

/** Redirects to the set-up page if the installation has no company yet. */
async function leadToSetUp(error: unknown): Promise<never> {
  if (!(error instanceof Response)) throw error
  const { code } = await error.clone().json()
  throw code === 'no_company' ? redirect('/set-up') : error
}

/** Stands in for the residence while it is being set up. */
export const noCompanyYet: Company = {
  name: 'New installation',
  slug: '',
  logo: null,
  picture: null,
  tagline: '',
  email: '',
  phone: '',
  address: '',
  hours: '',
  wifi_network: null,
  footer: null,
  facilities: [],
  gallery: [],
}

/** The first facts for a visitor who is looking for a room. */
export interface RoomOffer {
  /** Rooms that can be moved into today. */
  free: number
  /** The lowest rent of these, in shillings a month; null without any. */
  lowest_rate: number | null
}

/** The number of free rooms and their lowest rent; null when they can't be loaded. */
export async function findRoomOffer(page: PageContext, slug: string): Promise<RoomOffer | null> {
  try {
    const rooms = await page.call(listFreeRooms, { params: { slug }, query: {} })
    const rates = rooms.map(({ rate }) => rate)
    return { free: rooms.length, lowest_rate: rates.length > 0 ? Math.min(...rates) : null }
  } catch (error) {
    page.report(error)
    return null
  }
}

/** The company data for the landing page and the terms; null when it can't be loaded. */
export async function findOffer(page: PageContext, slug: string): Promise<AssistantData | null> {
  try {
    return await page.call(getAssistant, { query: { slug } })
  } catch (error) {
    page.report(error)
    return null
  }
}

/** The description of a page for search engines, and for chats in which it is shared. */
export interface PageDescription {
  title: string
  description: string
  /** Whether the page only asks visitors for a login, so that it is nothing for search engines. */
  isPrivate: boolean
}

type Describe = (company: Company) => [title: string, description: string]

/** Pages that nobody can read without a login, by the beginning of the address. */
const privatePages: Record<string, Describe> = {
  '/auth/user': ({ name }) => ['Profile', `Your profile at ${name}. Log in to see or change it.`],
  '/chats': ({ name }) => ['Chats', `Your chats with people at ${name}. Log in to read them.`],
  '/receipts/': ({ name }) => ['Receipt', `A receipt from ${name}. Log in to see it.`],
  '/transactions': ({ name }) => [
    'Transaction history',
    `What you’ve paid at ${name}, month by month. Log in to see it.`,
  ],
  '/pay-links': ({ name }) => [
    'Pay links',
    `Links that others can use to pay your rent at ${name}.`,
  ],
  '/pay/': ({ name }) => ['Pay rent', `Pay a tenant’s rent at ${name} with M-Pesa.`],
  '/where-is-my-payment': ({ name }) => [
    'I paid, where is it?',
    `Find a payment to ${name} by its M-Pesa code. Log in to look for it.`,
  ],
  '/staff/desk': ({ name }) => ['Desk', `Payments waiting for the staff of ${name}.`],
  '/staff/codes': ({ name }) => ['M-Pesa codes', `Codes that the staff of ${name} look into.`],
  '/staff/posts': ({ name }) => ['Posts', `Posts waiting for the staff of ${name}.`],
  '/staff/tenants': ({ name }) => ['Tenants', `The tenants of ${name}, for its staff.`],
  '/staff/settings': ({ name }) => ['Settings', `The settings of ${name}, for its staff.`],
  '/set-up': () => ['Set up your residence', 'Where a new residence begins.'],
  '/staff/rooms': ({ name }) => ['Rooms', `The rooms of ${name}, for its staff.`],
}

/** All other pages, by the beginning of the address. */
const pages: Record<string, Describe> = {
  '/about': ({ name, address, phone }) => [
    'About us',
    `Pictures of ${name}, ${address}, and how to reach us: ${formatPhone(phone)}.`,
  ],
  '/services': ({ name }) => [
    'Feed',
    `What people at ${name} are saying. Log in to read and comment.`,
  ],
  '/post/': ({ name }) => ['Post', `A post at ${name}. Log in to read and comment.`],
  '/advertise': ({ name }) => [
    'Advertise with Us',
    `Tell everyone at ${name} what you offer or need. Staff check each post before it’s published.`,
  ],
  '/terms/': ({ name }) => ['Terms', `The terms for tenants of ${name}, in plain English.`],
  '/wifi': ({ name }) => ['Wifi', `Buy wifi at ${name} with M-Pesa, and see how much is left.`],
  '/auth/login': ({ name }) => [
    'Log in',
    `Log in to ${name} to see your room, your rent and your receipts.`,
  ],
  '/auth/register': ({ name }) => [
    'Register',
    `Create an account at ${name} to read the feed, chat and buy wifi.`,
  ],
  '/auth/forgot': ({ name }) => [
    'Forgotten password',
    `Choose a new password for your account at ${name}.`,
  ],
  '/auth/reset': ({ name }) => ['New password', `Choose a new password at ${name}.`],
  '/auth/onboard/': ({ name }) => [
    'Move in',
    `Move in to ${name}: choose a free room and register from your phone.`,
  ],
}

/** Describes a page. Used on the server only: nobody reads the description of a page opened within the app. */
export function describePage(pathname: string, company: Company): PageDescription {
  const { name, tagline } = company
  const find = (all: Record<string, Describe>) =>
    Object.entries(all).find(([start]) => pathname.startsWith(start))?.[1]
  const ofPrivate = find(privatePages)
  const known = ofPrivate ?? find(pages)
  if (!known) return { title: name, description: `${name}. ${tagline}`, isPrivate: false }
  const [title, description] = known(company)
  return { title: `${title} · ${name}`, description, isPrivate: ofPrivate !== undefined }
}
