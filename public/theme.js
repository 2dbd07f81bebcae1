// Sets the colours before the first paint. The page's theme switch stores the choice and says 'themechange'.
;(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    var choice = null
    try {
      choice = localStorage.getItem('theme')
    } catch (e) {}
    var isDark = choice === 'dark' || (choice !== 'light' && dark.matches)
    document.documentElement.classList.toggle('dark', isDark)
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('themechange', apply)
  addEventListener('storage', apply)
})()
