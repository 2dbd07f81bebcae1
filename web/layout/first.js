// Runs before the first paint: the language of an address that names none, the first call to the API, early presses, the fonts,
// the colours.
;(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  // web/offers/market/filters/kept-market.ts stores how the reader used the market last, and opens it in the same way.
  function openedAt(path) {
    var entries = performance.getEntriesByType('navigation')
    // A reader who goes back, or loads a page again, wants that page, and an address with filters says which.
    if (!/^\/offers(\/(buy|sell))?$/.test(path) || location.search !== '') return path
    if (entries[0] && /^(back_forward|reload)$/.test(entries[0].type)) return path
    // The pages of the two sides are those that search engines list: nothing but a choice leads away from them.
    var kept = stored('market') || (path === '/offers' ? '/offers/buy' + localFilter() : '')
    // Anything else could lead to the same page again and again.
    if (!/^\/offers\/(buy|sell)(\?[\w=&%.+*-]+)?$/.test(kept)) return path
    if (path !== '/offers') return path + kept.slice(kept.split('?')[0].length)
    // The server shows the buyer's side there.
    return kept === '/offers/buy' ? path : kept
  }

  // web/layout/first-script.ts writes the currencies of the market here, each with the pattern of its time zones.
  var localCurrencies = []
  // As web/offers/currencies/local-currency.ts says, where storage works: else no other choice could be kept.
  function localFilter() {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!hasStorage()) return ''
    var local = localCurrencies.find(function (currency) {
      return new RegExp(currency[1]).test(zone)
    })
    return local ? '?currency=' + local[0] : ''
  }

  function hasStorage() {
    try {
      return !!localStorage
    } catch {
      return false
    }
  }

  // web/layout/preferences/language.ts stores the choice. The languages with a prefix, as domain/languages.ts lists them:
  var prefixes = ['fr', 'ar']
  var chosen = stored('language')
  var first = location.pathname.split('/')[1]
  var isNamed = prefixes.indexOf(first) >= 0
  var isMoved = prefixes.indexOf(chosen) >= 0 && !isNamed
  var path = isNamed ? location.pathname.slice(first.length + 1) : location.pathname
  var opened = openedAt(path)
  if (isMoved || opened !== path) {
    var prefix = isNamed ? '/' + first : isMoved ? '/' + chosen : ''
    location.replace(prefix + (prefix ? opened.replace(/^\/$/, '') : opened) + location.search + location.hash)
  } else {
    // No longer than a read of web/client.ts, which the answer replaces; an older browser has no limit.
    var limit = AbortSignal.timeout && AbortSignal.timeout(30000)
    var session = fetch('/api/session', { headers: { accept: 'application/json' }, signal: limit })
    // web/session/early-session.ts gives the answer, which arrives before the scripts do, to the first call.
    window.earlyAnswers = { '/api/session': session }
    session
      .then(readCopy)
      .then(keepHint)
      .then(preloadOwn)
      .catch(function () {})
  }

  function readCopy(answer) {
    return answer.clone().json()
  }

  // The next page keeps places free for a signed-in reader's parts before the session is known: see "signed-in" in web/theme.css.
  // Signing out clears the browser's storage.
  function keepHint(session) {
    document.documentElement.classList.toggle('signed-in', !!session.user)
    try {
      if (session.user) localStorage.setItem('signed-in', '1')
      else localStorage.removeItem('signed-in')
    } catch {}
    return session
  }
  if (stored('signed-in')) document.documentElement.classList.add('signed-in')

  // web/layout/document/page-files.ts names the scripts that only a signed-in reader needs.
  function preloadOwn(session) {
    var names = document.querySelector('meta[name="signed-in-scripts"]')
    var savesData = navigator.connection && navigator.connection.saveData
    if (!session.user || !names || savesData) return
    names.content.split(' ').forEach(function (name) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = name
      link.fetchPriority = 'low'
      document.head.append(link)
    })
  }

  // React cannot answer a press before it has taken the page over: the last one is repeated then. The browser itself sends the
  // filters, which are GET forms.
  var pressed
  function keepPress(event) {
    var button = event.target.closest('button')
    if (!button || (button.form && button.form.method === 'get')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
  }
  addEventListener('click', keepPress, true)

  // The router does not listen yet when the reader goes back so early: the page of that address is asked for.
  var address = location.pathname + location.search
  function reload() {
    if (location.pathname + location.search === address) return
    // web/start.tsx hydrates no page that is about to be replaced: it is that of another address.
    window.isReloading = true
    location.reload()
  }
  addEventListener('popstate', reload)

  // web/layout/taken-over.ts calls it, once.
  window.takenOver = function () {
    window.takenOver = undefined
    removeEventListener('popstate', reload)
    removeEventListener('click', keepPress, true)
    if (pressed) pressed.click()
    if (usesSystemFonts && !line.saveData && window.requestIdleCallback) requestIdleCallback(fetchFonts)
  }

  // On a slow line the fonts would keep the scripts waiting, and their arrival draws the whole page again: the first page has
  // the system's fonts, and the files are fetched for the next one.
  var line = navigator.connection
  var fonts = document.querySelector('meta[name="font-files"]').content
  var usesSystemFonts = line && (line.saveData || line.rtt >= 300) && stored('fonts') !== fonts
  if (usesSystemFonts) document.documentElement.classList.add('system-fonts')
  else fonts.split(' ').forEach(preloadFont)

  function fetchFonts() {
    var files = fonts.split(' ').map(function (file) {
      return fetch(file, { priority: 'low' }).then(function (answer) {
        return answer.blob()
      })
    })
    Promise.all(files)
      .then(function () {
        localStorage.setItem('fonts', fonts)
      })
      .catch(function () {})
  }

  function preloadFont(file) {
    var link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'font'
    link.type = 'font/woff2'
    link.crossOrigin = 'anonymous'
    link.href = file
    document.head.append(link)
  }

  // The first formatter of numbers takes up to 70 ms on a phone, which is still receiving the page now.
  new Intl.NumberFormat(document.documentElement.lang).formatToParts(0)

  // web/layout/preferences/theme.ts stores the choice and says 'themechange'.
  var dark = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    var choice = stored('theme')
    var isDark = choice === 'dark' || (choice !== 'light' && dark.matches)
    document.documentElement.classList.toggle('dark', isDark)
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('themechange', apply)
  addEventListener('storage', apply)
})()
