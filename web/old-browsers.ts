/**
 * An inline script for older browsers (docs/decisions/112). It adds small methods that the oldest ones lack. Users of a
 * browser that can't run the pages are told which can. It is known by its lack of cascade layers, without which there are
 * no styles; browsers that have them have the rest too. The same message appears when a script fails before React has begun,
 * but not when one couldn't be loaded. Written in the JavaScript of 2009, for these browsers.
 */
export const oldBrowsersScript = import.meta.env.SSR
  ? `(function () {
  function add(to, name, method) {
    if (!to[name]) Object.defineProperty(to, name, { value: method, writable: true, configurable: true })
  }
  var list = Array.prototype, copy = function (of) { return list.slice.call(of) }
  add(list, 'toReversed', function () { return copy(this).reverse() })
  add(list, 'toSorted', function (compare) { return copy(this).sort(compare) })
  add(list, 'toSpliced', function () { var all = copy(this); all.splice.apply(all, arguments); return all })
  add(list, 'with', function (at, value) { var all = copy(this); all[at < 0 ? at + all.length : at] = value; return all })
  add(list, 'findLastIndex', function (test, that) {
    for (var at = this.length - 1; at >= 0; at--) if (test.call(that, this[at], at, this)) return at
    return -1
  })
  add(list, 'findLast', function (test, that) { return this[list.findLastIndex.call(this, test, that)] })
  if (window.AbortSignal) add(AbortSignal, 'timeout', function (time) {
    var control = new AbortController()
    setTimeout(function () { control.abort(new DOMException('It took too long.', 'TimeoutError')) }, time)
    return control.signal
  })

  var told = false
  function tell() {
    if (told) return
    if (!document.body) return document.addEventListener('DOMContentLoaded', tell)
    told = true
    var note = document.createElement('div')
    note.setAttribute('role', 'alert')
    note.style.cssText = 'padding:16px;background:#fce7b8;color:#2a1a00;font:bold 16px/1.5 sans-serif'
    note.innerHTML = '<style>.waits-for-scripts{display:none}</style>This browser is too old for this page: please open it in Chrome 109, Firefox 115, Safari 15.6 (iOS 15.6) or anything newer.'
    document.body.insertBefore(note, document.body.firstChild)
  }
  function failed(event) {
    var error = event.error || event.reason || {}
    var isOfScript = /^(Syntax|Reference|Type)Error$/.test(error.name) && !/import|fetch|load/i.test(error.message)
    if (isOfScript && !/__react/.test(Object.keys(document))) tell()
  }
  if (!window.CSSLayerBlockRule || !('noModule' in document.createElement('script'))) tell()
  window.addEventListener('error', failed)
  window.addEventListener('unhandledrejection', failed)
})()`
  : ''
