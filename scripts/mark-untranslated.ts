import { parseSync, Visitor } from 'vite'

/**
 * Names, codes, amounts, room and account numbers are never translated (docs/decisions/113). They stand in some two hundred
 * elements; each whose text is nothing else gets `translate="no"` when the pages are built.
 */
const formatted = new Set(
  `ksh kshCents formatNumber groupByFour groupCode formatPhone maskedPhone formatVoucherCode
  displayName publicName initialsOf`.split(/\s+/),
)
const named = new Set(
  `full_name fullName first_name firstName last_name author author_name room_number roomNumber
  receipt receipt_number mpesa_receipt_number reference transaction_id account_number
  account_reference paybill phone email username identifier code unknown_code url public_key amount
  money price figure`.split(/\s+/),
)

interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the other parts differ from type to type
  [part: string]: any
}

/** The currency, and what stands between such texts. */
const isNoWord = (text: string) => !/\p{L}/u.test(text.replaceAll(/\bKsh\b/g, ''))

/** Whether all that an expression can show is such a text; null for what shows nothing. */
function isKept(node: Node): boolean | null {
  const all = (parts: Node[]) => {
    const kept = parts.map(isKept).filter((one) => one !== null)
    return kept.length === 0 ? null : kept.every(Boolean)
  }
  switch (node.type) {
    case 'CallExpression':
      if (node.callee.name === 'stripDirectionMarks') return all(node.arguments)
      return formatted.has(node.callee.name)
    case 'Identifier':
      return named.has(node.name)
    case 'MemberExpression':
      return !node.computed && named.has(node.property.name)
    case 'ConditionalExpression':
      return all([node.consequent, node.alternate])
    case 'LogicalExpression':
      return node.operator === '&&' ? isKept(node.right) : all([node.left, node.right])
    case 'TemplateLiteral': {
      const words = node.quasis.some(({ value }: Node) => !isNoWord(value.raw))
      return !words && all(node.expressions)
    }
    case 'Literal':
      return typeof node.value === 'string' && !isNoWord(node.value) ? false : null
    case 'JSXText':
      return isNoWord(node.value) ? null : false
    case 'JSXExpressionContainer':
      return node.expression.type === 'JSXEmptyExpression' ? null : isKept(node.expression)
    case 'JSXElement':
      return isElement(node) && all(node.children)
    default:
      return false
  }
}

/** Of HTML or SVG, or a link; a component decides for itself. */
const isElement = ({ openingElement: { name } }: Node): boolean =>
  name.type === 'JSXIdentifier' && /^[a-z]|^(Nav)?Link$/.test(name.name)

/** The code with the attribute where it belongs; null where it belongs nowhere. */
export function markUntranslated(file: string, code: string): string | null {
  const places: number[] = []
  let outerEnd = 0
  new Visitor({
    JSXElement(element) {
      const node: Node = { ...element }
      const { name, attributes } = node.openingElement
      const isMarked = attributes.some((one: Node) => one.name?.name === 'translate')
      if (node.end <= outerEnd || isMarked || !isKept(node)) return
      places.push(name.end)
      outerEnd = node.end
    },
  }).visit(parseSync(file, code).program)
  if (places.length === 0) return null
  return places
    .sort((one, other) => other - one)
    .reduce((left, at) => `${left.slice(0, at)} translate="no"${left.slice(at)}`, code)
}
