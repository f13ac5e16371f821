/** Rewords text that the onboarding form addresses to whoever moves in, so that it speaks about them to staff. */
export const aboutThem = (text: string): string =>
  text
    .replaceAll(/\bto you\b/g, 'to them')
    .replaceAll(/\bYour\b/g, 'Their')
    .replaceAll(/\byour\b/g, 'their')
    .replaceAll(/\bYou\b/g, 'They')
    .replaceAll(/\byou\b/g, 'they')
