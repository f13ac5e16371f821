/**
 * The address that reaches somebody. Null for one under `.invalid`, which no mail server has: the placeholders of accounts without
 * an address are under it.
 */
export const realAddress = (email: string): string | null =>
  /[@.]invalid$/i.test(email) ? null : email
