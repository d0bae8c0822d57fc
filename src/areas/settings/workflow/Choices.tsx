/** Several of a few options, one below the other. */
import { Checkbox, Stack } from '@mantine/core';

export interface ChoicesProps {
  label: string;
  description?: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  readOnly: boolean;
  onChange: (chosen: string[]) => void;
}

export function Choices({ label, description, error, options, value, readOnly, onChange }: ChoicesProps) {
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={error}
      value={[...value]}
      readOnly={readOnly}
      onChange={onChange}
    >
      <Stack gap={4} mt={4}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} disabled={readOnly} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
