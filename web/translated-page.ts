declare global {
  interface Window {
    /** Puts the page's own text back in place of a translation, and returns whether there was one. */
    bweniUntranslate?: () => boolean
  }
}

/**
 * A translator, such as Chrome's, takes text nodes out of the page and puts `<font>` elements in their place. React doesn't
 * know: it would fail when it removes such a node or inserts something before it, and would write new text into a node that
 * nobody sees. So a translator's changes to the children of an element are recorded, and undone at the moment React needs
 * one of the nodes that are gone. The translator finds the text, which is the current one, and translates it again.
 * docs/decisions/113 has the limits.
 *
 * It runs as an inline script before all others, so it uses nothing from outside.
 */
function guardTranslation() {
  const { insertBefore, removeChild } = Node.prototype
  const isFont = (node: Node | null) => node?.nodeName === 'FONT'
  const isText = (node: Node) => node.nodeType === Node.TEXT_NODE
  /** A translator's changes, by the element whose children it changed. */
  const changes = new WeakMap<Node, MutationRecord[]>()
  /** For each text node that was taken out, the element in which it belongs. */
  const homes = new WeakMap<Node, Node>()

  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  function note(records: MutationRecord[]) {
    for (const record of records) {
      const { target, addedNodes, removedNodes } = record
      if (isFont(target)) continue
      for (const node of addedNodes) homes.delete(node)
      const added = [...addedNodes]
      const removed = [...removedNodes]
      if (!added.every(isFont) || !removed.every((node) => isText(node) || isFont(node))) continue
      for (const node of removed) if (isText(node)) homes.set(node, target)
      const known = changes.get(target)
      if (known) known.push(record)
      else changes.set(target, [record])
    }
  }
  const noteAll = () => note(observer.takeRecords())

  /** Undoes the changes to an element, the latest first, so that each node finds its place. */
  function undo(element: Node | null | undefined) {
    const records = element && changes.get(element)
    if (!records) return
    changes.delete(element)
    const isHere = (node: Node | null) => node?.parentNode === element
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records.reverse()) {
      const added = [...addedNodes].filter(isHere)
      const follower = isHere(previousSibling) ? previousSibling?.nextSibling : nextSibling
      const next = added[0] ?? (follower && isHere(follower) ? follower : null)
      for (const node of removedNodes) {
        if (homes.delete(node) || isFont(node)) insertBefore.call(element, node, next)
      }
      for (const node of added) removeChild.call(element, node)
    }
    observer.takeRecords()
  }

  /** Makes a change of the page itself, which isn't recorded as a translation. */
  function own<Result>(change: () => Result): Result {
    const result = change()
    observer.takeRecords()
    return result
  }

  /** Whether a translator, running as a page script, is removing a text whose replacement it has just put beside it. */
  function isReplaced(element: Node, child: Node) {
    const last = changes.get(element)?.slice(-1)[0]
    const [font] = last?.addedNodes ?? []
    return (
      isText(child) &&
      font &&
      [child.previousSibling, child.nextSibling].includes(font as ChildNode)
    )
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    noteAll()
    if (child.parentNode === this) {
      const remove = () => removeChild.call(this, child) as Child
      return isReplaced(this, child) ? remove() : own(remove)
    }
    undo(this)
    if (child.parentNode) own(() => removeChild.call(child.parentNode as Node, child))
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    next: Node | null,
  ): Child {
    noteAll()
    if (isFont(node)) return insertBefore.call(this, node, next) as Child
    undo(homes.get(node))
    if (next && next.parentNode !== this) undo(this)
    const place = next?.parentNode === this ? next : null
    return own(() => insertBefore.call(this, node, place) as Child)
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, node: Child): Child {
    return this.insertBefore(node, null)
  }
  function before(name: 'nodeValue' | 'textContent', prepare: (node: Node) => void) {
    const property = Object.getOwnPropertyDescriptor(Node.prototype, name)
    Object.defineProperty(Node.prototype, name, {
      ...property,
      set(this: Node, value: string) {
        noteAll()
        prepare(this)
        own(() => property?.set?.call(this, value))
      },
    })
  }
  before('nodeValue', (node) => undo(homes.get(node)))
  before('textContent', (node) => changes.delete(node))

  window.bweniUntranslate = () => {
    noteAll()
    const fonts = document.querySelectorAll('font')
    for (const font of fonts) undo(font.parentNode)
    return fonts.length > 0
  }
}

export const translatedPageScript = import.meta.env.SSR ? `(${guardTranslation})()` : ''
