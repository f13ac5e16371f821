import { redirect } from 'react-router'
import { UNKNOWN_PAGE } from '../layout/notices.tsx'

/** The home page says that the address was unknown. */
export const loader = () => redirect(`/?${UNKNOWN_PAGE}`)
