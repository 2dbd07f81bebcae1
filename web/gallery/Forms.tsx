import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../ui/Button.tsx'
import { Form, useZodForm } from '../ui/fields/Form.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FRENCH, UNBROKEN } from './long.ts'
import { Part, State } from './Part.tsx'

const SCHEMA = z.object({ label: z.string().check(z.minLength(1, 'Enter a name')) })

export function Forms() {
  return (
    <Part name="Form" files={['fields/Form.tsx']}>
      <State name="submit it empty, with “refused” or with any other text">
        <SampleForm />
      </State>
      <State name="refused as a whole">
        <SampleForm problem="The server refused it." />
      </State>
      <State name="refused for a field">
        <SampleForm error="Enter a name" />
      </State>
      <State name="long">
        <SampleForm problem={`${FRENCH} ${UNBROKEN}`} error={UNBROKEN + UNBROKEN} />
      </State>
    </Part>
  )
}

type Refusals = { problem?: string; error?: string }

/** `problem` and `error` are those of a submission that is over; another one replaces them. */
function SampleForm({ problem, error }: Refusals) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const form = useZodForm({
    schema: SCHEMA,
    onSubmit: async ({ label }) => (label === 'refused' ? { message: 'The server refused it.' } : undefined),
  })
  const [given] = useState<Record<string, string>>(error === undefined ? {} : { label: error })
  return (
    <div onSubmitCapture={() => setIsSubmitted(true)}>
      <Form
        form={isSubmitted ? form : { ...form, problem, props: { ...form.props, errors: given } }}
        actions={
          <Button type="submit" variant="accent" busy={form.busy}>
            Save
          </Button>
        }
      >
        <TextField name="label" label="Name" />
      </Form>
    </div>
  )
}
