// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Holds one trade's deposit at an address that is known before it exists. It obeys the hub that made it, and keeps nothing else.
contract EscrowPocket {
    using SafeERC20 for IERC20;

    address private immutable HUB = msg.sender;

    error OnlyHub();

    /// Pays each leg from this balance; `unpaid` is what of each did not leave. A transfer that fails does not undo the others, and what one says of
    /// itself counts for nothing.
    function pay(
        IERC20 token,
        uint256 balance,
        address[3] calldata to,
        uint256[3] calldata amount
    ) external returns (uint256[3] memory unpaid) {
        if (msg.sender != HUB) revert OnlyHub();
        for (uint256 leg; leg < 3; ++leg) {
            if (amount[leg] == 0) continue;
            token.trySafeTransfer(to[leg], amount[leg]);
            uint256 left = token.balanceOf(address(this));
            uint256 paid = left < balance ? balance - left : 0;
            if (paid < amount[leg]) unpaid[leg] = amount[leg] - paid;
            balance = left;
        }
    }

    function payNative(address to, uint256 amount) external returns (bool isPaid) {
        if (msg.sender != HUB) revert OnlyHub();
        (isPaid, ) = to.call{value: amount}("");
    }
}
