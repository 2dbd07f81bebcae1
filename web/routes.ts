import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('info/HomePage.tsx'),
  route('login', 'accounts/LoginPage.tsx'),
  route('register', 'accounts/RegisterPage.tsx'),
  route('terms', 'info/TermsPage.tsx'),
  route('privacy', 'info/PrivacyPage.tsx'),
  route('*', 'info/NotFoundPage.tsx'),
] satisfies RouteConfig
