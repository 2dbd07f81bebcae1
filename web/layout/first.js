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

  // web/offers/market/filters/kept-filters.ts stores them, as the search part of the address of a list.
  function keptFilters(path) {
    var entries = performance.getEntriesByType('navigation')
    // A reader who goes back, or loads a page again, wants that page.
    if (location.search !== '' || (entries[0] && /^(back_forward|reload)$/.test(entries[0].type))) return ''
    var kept = stored('filters:' + path)
    // A search part only: with "#" the address would have none, and be replaced again and again.
    return kept && /^[\w=&%.+*-]+$/.test(kept) ? '?' + kept : ''
  }

  // web/layout/preferences/language.ts stores the choice. The languages with a prefix, as domain/languages.ts lists them:
  var prefixes = ['fr', 'ar']
  var chosen = stored('language')
  var first = location.pathname.split('/')[1]
  var isNamed = prefixes.indexOf(first) >= 0
  var isMoved = prefixes.indexOf(chosen) >= 0 && !isNamed
  var filters = keptFilters(isNamed ? location.pathname.slice(first.length + 1) : location.pathname)
  if (isMoved || filters !== '') {
    var path = isMoved ? '/' + chosen + location.pathname.replace(/^\/$/, '') : location.pathname
    location.replace(path + (filters || location.search) + location.hash)
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
