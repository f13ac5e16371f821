/**
 * Does to a page what Chrome's translator does, in the page itself: puts two `<font>` elements in the place of every text, also of
 * text that comes later, except where `translate="no"` forbids it. It leaves the words as they are, so that any
 * journey can be made on a translated page: `TRANSLATE=on npm test -- e2e/pay-rent.spec.ts`.
 */
export function pretendToTranslate() {
  const kept = 'script, style, noscript, textarea, title, svg, font, [translate=no]'

  function replace(text: Text) {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(kept)) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(text.data)
    text.replaceWith(font)
  }
  function translate(node: Node) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node instanceof Text ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) replace(text)
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      for (const node of addedNodes) translate(node)
      if (type === 'characterData') translate(target)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
