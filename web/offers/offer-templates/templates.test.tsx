import { afterEach, expect, test, vi } from 'vitest'
import { readTemplate } from '../../../domain/offers/offer-templates.ts'
import CreateOfferPage from '../form/CreateOfferPage.tsx'
import { expectAccessible, field, fill, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'
import { NewFromTemplate } from './NewFromTemplate.tsx'

const content = {
  ...readTemplate({}),
  type: 'buy' as const,
  minAmount: '25',
  maxAmount: '500',
  terms: 'From an account in your own name.',
}
const template = { id: ID, name: 'Small amounts', content }
const session = { 'GET /api/session': { user } }

afterEach(() => vi.unstubAllGlobals())

test('a template is renamed, deleted and brought back', async () => {
  const { calls, answer } = await openPage(() => <NewFromTemplate />, {
    path: '/my-offers',
    answers: { ...session, 'GET /api/offer-templates': { templates: [template] } },
  })
  await pressButton('New from template')
  await waitFor(() => expect(text()).toContain('Small amounts'))
  expect(document.querySelector(`a[href$="template=${ID}"]`)).not.toBeNull()
  await expectAccessible()
  answer({
    [`POST /api/offer-templates/${ID}`]: template,
    [`DELETE /api/offer-templates/${ID}`]: { deleted: true },
    'POST /api/offer-templates': template,
  })
  await pressButton('Rename: Small amounts')
  expect(document.activeElement).toBe(field('Name of the template'))
  await fill('Name of the template', ' ')
  await pressButton('Rename')
  await waitFor(() => expect(text()).toContain('Enter a name for the template.'))
  await fill('Name of the template', 'Tiny amounts')
  await pressButton('Rename')
  await waitFor(() => expect(calls).toContain(`POST /api/offer-templates/${ID}`))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Delete: Small amounts'))
  await pressButton('Delete: Small amounts')
  await waitFor(() => expect(text()).toContain('Template deleted.'))
  await pressButton('Undo')
  await waitFor(() => expect(calls).toContain('POST /api/offer-templates'))
})

test('the focus goes from a deleted template to the next one, then to the one before, then to what an empty list says', async () => {
  const rest = ['Large', 'Medium', 'Small'].map((name, at) => ({ ...template, name, id: ID.replace(/.$/, String(at)) }))
  const { answer } = await openPage(() => <NewFromTemplate />, {
    path: '/my-offers',
    answers: {
      ...session,
      'GET /api/offer-templates': { templates: rest },
      ...Object.fromEntries(rest.map(({ id }) => [`DELETE /api/offer-templates/${id}`, { deleted: true }])),
    },
  })
  await pressButton('New from template')
  await waitFor(() => expect(text()).toContain('Large'))
  for (const [name, focused] of [
    ['Medium', 'Small'],
    ['Small', 'Large'],
    ['Large', 'No templates yet. Fill in the offer form, then press “Save as template”.'],
  ] as const) {
    rest.splice(
      rest.findIndex((each) => each.name === name),
      1,
    )
    answer({ 'GET /api/offer-templates': { templates: [...rest] } })
    findButton(`Delete: ${name}`)!.focus()
    await pressButton(`Delete: ${name}`)
    await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
  }
})

test('a new offer begins with the template, and is saved as another one without being posted', async () => {
  const { calls, answer } = await openPage(CreateOfferPage, {
    path: '/create-offer',
    address: `/create-offer?template=${ID}`,
    answers: {
      ...session,
      'GET /api/offer-templates': { templates: [template] },
      'GET /api/market': { asset: 'USDT', rates: [] },
    },
  })
  await waitFor(() => expect(field('Minimum amount').value).toBe('25'))
  await pressButton('Continue')
  await waitFor(() => expect(field('Offer terms').value).toBe(content.terms))
  answer({ 'POST /api/offer-templates': refusal('offer_templates_limit', { values: { limit: 20 } }) })
  await pressButton('Save as template')
  await fill('Name of the template', 'Another')
  await pressButton('Save')
  await waitFor(() => expect(text()).toContain('You can save up to 20 templates. Delete one first.'))
  answer({ 'POST /api/offer-templates': template })
  await pressButton('Save')
  await waitFor(() => expect(text()).toContain('Template saved.'))
  expect(calls).not.toContain('POST /api/offers')
})

test('a template that was deleted meanwhile is said to be, above an empty form', async () => {
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    address: `/create-offer?template=${ID}`,
    answers: {
      ...session,
      'GET /api/offer-templates': { templates: [] },
      'GET /api/market': { asset: 'USDT', rates: [] },
    },
  })
  await waitFor(() => expect(text()).toContain('This template no longer exists.'))
  await waitFor(() => expect(field('Minimum amount').value).toBe(''))
})
