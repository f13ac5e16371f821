import type { Facts } from './use-facts.ts'

/** What the head says as long as nothing has been chosen. */
export const usualLine = ({ company }: Facts) => company && `${company.name} · answers at once`
