import { Trans } from '@lingui/react/macro'

/** The offer's terms, as the owner wrote them. */
export function TermsCard({ terms }: { terms: string }) {
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Offer terms</Trans>
      </h2>
      <div className="mt-2">
        <TermsText terms={terms} />
      </div>
    </section>
  )
}

export function TermsText({ terms }: { terms: string }) {
  return (
    <p className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
      <bdi>{terms}</bdi>
    </p>
  )
}
