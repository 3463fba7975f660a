import { blockJoint } from '@shared/prompt/prompt-layout';
import {
  renderAttachments,
  renderConversation,
  renderPrompt,
  renderRecalled,
  renderSystem,
} from './builder/render-blocks';
import { chunksById, type Stage } from './stage';

/**
 * Prompt_Builder: the text that is sent, block by block.
 *
 * Reads   body, extras, S_CTX_MD, final_selection_ids, base_context_chunks, recentConversation
 * Writes  System_MD, Prompt_MD, Attachments_MD, prompt_ready
 * Model   none
 * Source  seeds/001.md §5.8; requirements S9
 *
 * System, prompt, condensed context and attachments are always there, in this order; then recalled earlier exchanges,
 * and the recent conversation. `stage` stays a5.
 */
export const promptBuilder: Stage = {
  id: 'Prompt_Builder',
  writes: ['System_MD', 'Prompt_MD', 'Attachments_MD', 'prompt_ready'],
  async run(prompt, services, { limits, system }) {
    const chunks = chunksById(prompt);
    const attached = prompt.final_selection_ids.flatMap((id, position) => {
      const chunk = chunks.get(id);
      return chunk ? [{ chunk, number: position + 1 }] : [];
    });
    const System_MD = renderSystem(prompt, system, services.instructions, services.weakEvidence);
    const Prompt_MD = renderPrompt(prompt);
    const Attachments_MD = renderAttachments(attached);
    const conversation = renderConversation(prompt.recentConversation, limits.N4_RECENT_CONV_MAX_PAIRS);
    const recalled =
      limits.N4_RECENT_CONV_MAX_PAIRS > 0
        ? renderRecalled((prompt.extras.recalled ?? []).flatMap((id) => chunks.get(id) ?? []))
        : '';
    const blocks = [System_MD, Prompt_MD, prompt.S_CTX_MD, Attachments_MD, recalled, conversation];
    return {
      prompt: {
        ...prompt,
        System_MD,
        Prompt_MD,
        Attachments_MD,
        prompt_ready: blocks.filter((block) => block !== '').join(blockJoint),
      },
      by: 'deterministic',
      decisions: [],
      notices: [],
      candidatesIn: prompt.final_selection_ids.length,
      candidatesOut: attached.length,
    };
  },
};
