/** Shown when the assistant fails. */
export const unavailableMessage = (phone: string): string =>
  `I'm currently unavailable, please call ${phone} to speak to a human.`
